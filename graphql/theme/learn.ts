import { listLessons, setLearnProgress, type StartedLesson } from '#app/domains/theme/learn.service.ts';
import { listThemeSettings } from '#app/domains/theme/theme-settings.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { themeEditors } from './access.ts';

const LearnPicture = builder.objectRef<{ src: string; alt: string }>('LearnPicture');
LearnPicture.implement({
  description: 'A picture that explains a step.',
  fields: (t) => ({
    src: t.exposeString('src', { description: 'URL of the picture.' }),
    alt: t.exposeString('alt', { description: 'Alternative text for people who cannot see the picture.' }),
    itself: t.field({
      type: LearnPicture,
      ...legacy({ use: 'src alt' }),
      description: 'This picture, for responses in which it is nested.',
      resolve: (picture) => picture,
    }),
  }),
});

const LearnAction = builder.simpleObject('LearnAction', {
  description: 'Link to the page of a step.',
  fields: (t) => ({ label: t.string({ description: 'Text of the button.' }), url: t.string({ description: 'URL of the page.' }) }),
});

const LearnStep = builder.objectRef<StartedLesson['steps'][number]>('LearnStep').implement({
  description: 'A step of a lesson, and whether the viewer has done it.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Name of the step within the lesson.' }),
    title: t.exposeString('title', { description: 'Title of the step.' }),
    description: t.exposeString('description', { description: 'Instructions for the step.' }),
    picture: t.field({
      type: LearnPicture,
      nullable: true,
      description: 'Picture of the step; null if it has none.',
      resolve: ({ picture }, _args, { site }) => (picture ? { ...picture, src: site.config.siteUrl + picture.src } : null),
    }),
    action: t.field({
      type: LearnAction,
      description: 'Link to the page on which the user does the step.',
      resolve: ({ action: { label, path } }, _args, { site }) => ({ label, url: site.config.siteUrl + path }),
    }),
    isPro: t.boolean({
      nullable: true,
      description: 'Whether the step requires a paid edition; null if that is unknown.',
      resolve: ({ isPro }) => isPro ?? null,
    }),
    isCompleted: t.exposeBoolean('completed', { description: 'Whether the viewer has done the step.' }),
  }),
});

const LearnChapter = builder.objectRef<StartedLesson>('LearnChapter').implement({
  description: 'A lesson for users who set up the site.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Unique name of the lesson.' }),
    title: t.exposeString('title', { description: 'Title of the lesson.' }),
    description: t.exposeString('description', { description: 'Purpose of the lesson.' }),
    url: t.string({ description: 'URL of the documentation.', resolve: ({ path }, _args, { site }) => site.config.siteUrl + path }),
    steps: t.expose('steps', { type: [LearnStep], description: 'Steps of the lesson, in order.' }),
  }),
});

builder.queryField('learnChapters', (t) =>
  t.field({
    type: [LearnChapter],
    description: 'Lessons for users who set up the site, with the progress of the viewer; empty while the setting `learnTab` is off.',
    args: {
      evenHidden: t.arg.boolean({
        ...legacyOnly('The setting `learnTab` applies to all users.'),
        description: 'Whether to return the lessons even if the setting is off.',
      }),
    },
    ...themeEditors,
    resolve: async (_root, { evenHidden }, { site, viewer }) => {
      if (evenHidden !== true && !(await listThemeSettings(site)).show_learn_tab) return [];
      return await listLessons(site, viewer.id);
    },
  }),
);

const LearnProgressInput = builder.inputType('LearnProgressInput', {
  description: 'Progress of the viewer in a step.',
  fields: (t) => ({
    chapterId: t.string({ required: true, description: 'Name of the lesson.' }),
    stepId: t.string({ required: true, description: 'Name of the step.' }),
    isCompleted: t.boolean({ required: true, description: 'Whether the step is done.' }),
  }),
});

const LearnProgressPayload = builder.simpleObject('LearnProgressPayload', {
  description: 'Result of storing the progress.',
  fields: (t) => ({
    success: t.boolean({ description: 'Whether the progress was stored.' }),
    message: t.string({ description: 'Message for the viewer.' }),
  }),
});

builder.mutationField('setLearnProgress', (t) =>
  t.field({
    type: LearnProgressPayload,
    description: 'Stores the progress of the viewer in a step. For users who may change the appearance of the site.',
    args: { input: t.arg({ type: LearnProgressInput, required: true, description: 'The step and its progress.' }) },
    ...themeEditors,
    resolve: async (_root, { input: { isCompleted, ...ids } }, { site, viewer }) => {
      await setLearnProgress(site, viewer.id, { ...ids, completed: isCompleted });
      return { success: true, message: 'Your progress is saved.' };
    },
  }),
);
