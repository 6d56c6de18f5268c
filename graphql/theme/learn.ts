import { lessonsOf, setLearnProgress, type StartedLesson } from '#app/domains/theme/learn.service.ts';
import { allThemeSettings } from '#app/domains/theme/theme-settings.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { themeEditors } from './access.ts';

const LearnPicture = builder.objectRef<{ src: string; alt: string }>('LearnPicture');
LearnPicture.implement({
  description: 'A picture that explains a step.',
  fields: (t) => ({
    src: t.exposeString('src', { description: 'Address of the picture.' }),
    alt: t.exposeString('alt', { description: 'What it shows, in words.' }),
    itself: t.field({
      type: LearnPicture,
      ...legacy({ use: 'src alt' }),
      description: 'This picture, for responses in which it is nested.',
      resolve: (picture) => picture,
    }),
  }),
});

const LearnAction = builder.simpleObject('LearnAction', {
  description: 'Where a step is done.',
  fields: (t) => ({ label: t.string({ description: 'What the button says.' }), url: t.string({ description: 'Address of the page.' }) }),
});

const LearnStep = builder.objectRef<StartedLesson['steps'][number]>('LearnStep').implement({
  description: 'A step of a lesson, with whether the viewer has done it.',
  fields: (t) => ({
    id: t.string({ description: 'Its name within the lesson.', resolve: ({ id }) => id }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    description: t.exposeString('description', { description: 'What is to be done.' }),
    picture: t.field({
      type: LearnPicture,
      nullable: true,
      description: 'A picture that explains it.',
      resolve: ({ picture }, _args, { site }) => (picture ? { ...picture, src: site.config.siteUrl + picture.src } : null),
    }),
    action: t.field({
      type: LearnAction,
      description: 'Where it is done.',
      resolve: ({ action: { label, path } }, _args, { site }) => ({ label, url: site.config.siteUrl + path }),
    }),
    isPro: t.boolean({
      nullable: true,
      description: 'Whether a paid edition is needed; null where the question does not arise.',
      resolve: ({ isPro }) => isPro ?? null,
    }),
    isCompleted: t.exposeBoolean('completed', { description: 'Whether the viewer has done it.' }),
  }),
});

const LearnChapter = builder.objectRef<StartedLesson>('LearnChapter').implement({
  description: 'A lesson for those who set the site up.',
  fields: (t) => ({
    id: t.string({ description: 'Name that identifies it.', resolve: ({ id }) => id }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    description: t.exposeString('description', { description: 'What it is good for.' }),
    url: t.string({ description: 'Where it is documented.', resolve: ({ path }, _args, { site }) => site.config.siteUrl + path }),
    steps: t.field({ type: [LearnStep], description: 'Its steps, in order.', resolve: ({ steps }) => steps }),
  }),
});

builder.queryField('learnChapters', (t) =>
  t.field({
    type: [LearnChapter],
    description: 'Lessons for those who set the site up, with the progress of the viewer; none while the setting `learnTab` is off.',
    args: {
      evenHidden: t.arg.boolean({
        ...legacyOnly('The setting `learnTab` counts for everybody.'),
        description: 'All of them, whatever the setting says.',
      }),
    },
    ...themeEditors,
    resolve: async (_root, { evenHidden }, { site, viewer }) => {
      if (evenHidden !== true && !(await allThemeSettings(site)).show_learn_tab) return [];
      return await lessonsOf(site, viewer.id);
    },
  }),
);

const LearnProgressInput = builder.inputType('LearnProgressInput', {
  description: 'How far the viewer is with a step.',
  fields: (t) => ({
    chapterId: t.string({ required: true, description: 'Name of the lesson.' }),
    stepId: t.string({ required: true, description: 'Name of the step.' }),
    isCompleted: t.boolean({ required: true, description: 'Whether it is done.' }),
  }),
});

const LearnProgressPayload = builder.simpleObject('LearnProgressPayload', {
  description: 'The progress is kept.',
  fields: (t) => ({
    success: t.boolean({ description: 'True in every case.' }),
    message: t.string({ description: 'A sentence for the viewer.' }),
  }),
});

builder.mutationField('setLearnProgress', (t) =>
  t.field({
    type: LearnProgressPayload,
    description: 'Keeps how far the viewer is with a step. For those who may change how the site looks.',
    args: { input: t.arg({ type: LearnProgressInput, required: true, description: 'The step and its progress.' }) },
    ...themeEditors,
    resolve: async (_root, { input: { isCompleted, ...ids } }, { site, viewer }) => {
      await setLearnProgress(site, viewer.id, { ...ids, completed: isCompleted });
      return { success: true, message: 'Your progress is saved.' };
    },
  }),
);
