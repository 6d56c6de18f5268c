import { selectFields } from './response/fields-filter.ts';
import type { FindAllowedMethods } from './engine/allowed-methods.ts';
import { findStillPermitted } from './engine/checks.ts';
import type { DescribeRoute } from './engine/describe-route.ts';
import type { Exchange, Pipeline } from './engine/exchange.ts';
import { executeOperation } from './engine/execute-operation.ts';
import { matchRoute } from './engine/match.ts';
import type { EngineResponses } from './engine/engine-responses.ts';
import { isOperation, type Plan } from './engine/plan.ts';
import type { PublishError } from './engine/refuse.ts';
import type { RestResponse } from './engine/request.ts';
import { checkRequirement, type VerifyNonce } from './engine/requirements.ts';
import type { Router } from './engine/routing.ts';
import { shapeBody, type ShapeOptions } from './engine/shape-body.ts';
import { mountOnFirstRequest } from './engine/sofa.ts';
import { validateCall } from './engine/validate.ts';

/** The parts of the engine that the stages use. */
export interface PipelineParts {
  router: Router;
  plans: readonly Plan[];
  createShapeOptions(pipeline: Pipeline): ShapeOptions;
  createEngineResponses(pipeline: Pipeline, shapeOptions: ShapeOptions): EngineResponses;
  describeRoute: DescribeRoute;
  refuse: PublishError;
  findAllowedMethods: FindAllowedMethods;
  verifyNonce: VerifyNonce;
}

/** Connects the stages of requests. Each stage is a module. This function defines their order. */
export function createPipeline({
  router,
  plans,
  describeRoute,
  refuse,
  findAllowedMethods,
  verifyNonce,
  ...parts
}: PipelineParts): Pipeline {
  const mount = mountOnFirstRequest(plans, {
    authorize: (call) => checkRequirement(call, verifyNonce),
    async resolve(call, variables) {
      const { runs } = call.plan;
      const body = isOperation(runs)
        ? await shapeBody(shapeOptions, call, await executeOperation(call, variables))
        : await respondByEngine(call, runs);
      return selectFields(call, body);
    },
    refuse(call, error) {
      const { failure, response } = refuse(error, call.context.site.log, call.plan);
      call.failure = failure;
      return new Response(response.text, { status: response.status });
    },
  });

  const pipeline: Pipeline = {
    mount,

    async begin(source) {
      const exchange: Exchange = { log: source.log, request: await source.decode() };
      try {
        const { context, stored } = Object.assign(exchange, await source.authenticate(exchange.request));
        const { request } = exchange;
        if (stored) return exchange;
        if (request.method === 'OPTIONS') exchange.response = await describeRoute(request, context);
        else {
          exchange.route = matchRoute(router, request);
          const call = validateCall(exchange.route, request, context);
          await source.admit?.(call);
          exchange.call = call;
        }
      } catch (error) {
        Object.assign(exchange, refuse(error, source.log, exchange.route?.plan));
      }
      return exchange;
    },

    async finish(exchange) {
      const { call, log } = exchange;
      if (exchange.response || !call) return exchange.response as RestResponse;
      try {
        const response = await mount(call.plan.namespace).handle(call);
        const { failure, context } = call;
        if (failure) exchange.failure = failure;
        exchange.response = {
          status: failure ? response.status : (call.status ?? response.status),
          text: await response.text(),
          headers: failure ? new Map() : call.headers,
          lists: context.longLists,
        };
      } catch (error) {
        Object.assign(exchange, refuse(error, log, call.plan));
      }
      return exchange.response as RestResponse;
    },

    async addAllow({ route, call, request, context, response }) {
      if (!route || !context || !response) return;
      const permittedPlan = findStillPermitted(call?.plan, response.status);
      const allow = await findAllowedMethods(route.match, request, context, { values: call?.values, permittedPlan });
      if (allow) response.headers.set('Allow', allow);
    },
  };
  const shapeOptions = parts.createShapeOptions(pipeline);
  const respondByEngine = parts.createEngineResponses(pipeline, shapeOptions);
  return pipeline;
}
