import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());
afterEach(() => setClock());

const success = { success: true, status: true, data: { status: true } };
const rate = (body: object, as: 'administrator' | 'editor' | undefined = 'administrator') =>
  site.rest('POST', '/nps-survey/v1/rating', { body: { nps_id: 'n', plugin_slug: 'demo', rating: 9, ...body }, as });
const dismiss = (slug: string, body: object = {}) =>
  site.rest('POST', '/nps-survey/v1/dismiss-nps-survey', {
    body: { nps_id: 'n', plugin_slug: slug, dismiss_timespan: 100, current_step: 'nps-rating', ...body },
    as: 'administrator',
  });
const isShown = async (slug: string, displayAfter = 0): Promise<boolean> => {
  const source = 'query ($slug: String!, $displayAfter: Int) { survey(slug: $slug, displayAfter: $displayAfter) { show } }';
  return (await site.graphql(source, { slug, displayAfter }, 'administrator')).data.survey.show;
};
const countResponses = () => site.site.db.prisma.surveyResponse.count();

describe('Answering a survey', () => {
  it('stores the answer with its author, and hides the survey for every user', async () => {
    expect(await isShown('answered')).toBe(true);
    const reply = await rate({ plugin_slug: 'Answered!', rating: '10', comment: 'Very <b>good</b>' });
    expect([reply.status, reply.body]).toEqual([200, success]);
    const [row] = await site.site.db.prisma.surveyResponse.findMany({ where: { slug: 'answered' } });
    const { email } = await site.user('administrator');
    expect(row).toMatchObject({ rating: 10, comment: 'Very good', surveyId: 'n', email, firstName: 'administrator' });
    expect(await isShown('answered')).toBe(false);
  });

  it('counts every answer', async () => {
    for (const rating of [10, 9, 7, 0]) await rate({ plugin_slug: 'counted', rating });
    const source = '{ surveyResults(slug: "counted") { total score counts { rating count } } }';
    const { data } = await site.graphql(source, {}, 'administrator');
    expect(data.surveyResults).toMatchObject({ total: 4, score: 25 });
    expect(data.surveyResults.counts[9]).toEqual({ rating: 9, count: 1 });
  });

  it.each([
    [{ rating: 11 }, 'rest_invalid_param'],
    [{ rating: -1 }, 'rest_invalid_param'],
    [{ rating: 'many' }, 'rest_invalid_param'],
    [{ rating: 2.5 }, 'rest_invalid_param'],
    [{ rating: null }, 'rest_missing_callback_param'],
    [{ nps_id: null }, 'rest_missing_callback_param'],
    [{ plugin_slug: 3 }, 'rest_invalid_param'],
  ])('rejects %j and stores nothing', async (body, code) => {
    const before = await countResponses();
    const reply = await rate(body);
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await countResponses()).toBe(before);
  });

  it('requires an administrator, after the input is validated', async () => {
    expect((await rate({}, 'editor')).body).toMatchObject({ code: 'nps_survey_rest_cannot_access', data: { status: 403 } });
    const anonymous = await site.rest('POST', '/nps-survey/v1/rating', { body: { nps_id: 'n', plugin_slug: 'demo', rating: 9 } });
    expect(anonymous.body).toMatchObject({ code: 'nps_survey_rest_cannot_access', data: { status: 401 } });
    expect((await site.rest('POST', '/nps-survey/v1/rating', { body: {} })).status).toBe(400);
    const session = await site.rest('POST', '/nps-survey/v1/rating', {
      body: { nps_id: 'n', plugin_slug: 'demo', rating: 9 },
      headers: { cookie: 'marquee_session=whatever' },
    });
    expect(session.body).toMatchObject({ code: 'nonce_verification_failed', data: { status: 403 } });
  });
});

describe('Dismissing a survey', () => {
  it('hides it for the given time, and the second time permanently', async () => {
    expect((await dismiss('away', { dismiss_timespan: -100 })).body).toEqual(success);
    expect(await isShown('away')).toBe(false);
    setClock(createShiftedClock(101_000));
    expect(await isShown('away')).toBe(true);
    await dismiss('away', { current_step: 'comment' });
    setClock(createShiftedClock(999_000));
    expect(await isShown('away')).toBe(false);
    expect(await site.site.db.prisma.surveyState.findUnique({ where: { slug: 'away' } })).toMatchObject({
      dismissCount: 2,
      dismissPermanently: true,
      dismissStep: 'comment',
      dismissTimespan: 100,
    });
  });

  it('counts each of several simultaneous requests', async () => {
    await Promise.all(Array.from({ length: 8 }, () => dismiss('crowd')));
    expect(await site.site.db.prisma.surveyState.findUnique({ where: { slug: 'crowd' } })).toMatchObject({ dismissCount: 8 });
  });

  it('rejects a time that is not an integer', async () => {
    expect((await dismiss('demo', { dismiss_timespan: 'soon' })).body.code).toBe('rest_invalid_param');
  });
});

describe('A delayed survey', () => {
  it('is shown after the delay since the first request', async () => {
    expect(await isShown('later', 60)).toBe(false);
    setClock(createShiftedClock(59_000));
    expect(await isShown('later', 60)).toBe(false);
    setClock(createShiftedClock(61_000));
    expect(await isShown('later', 60)).toBe(true);
  });
});
