import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { requestFacts } from '../core/request-facts.ts';
import { purseOf } from './graphql-cost.ts';

/** Names are the client's: what is longer tells nobody more. */
const LONGEST_NAME = 80;

/** Notes what runs for a request: the kind of its operation, the name that the client gave it, what it may cost. */
export function useRequestFacts(): Plugin {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const facts = requestFacts();
      const operation = facts && getOperationAST(document, operationName);
      if (!operation) return;
      facts.route = operation.operation;
      facts.operations.push(operation.name?.value.slice(0, LONGEST_NAME) ?? 'anonymous');
      facts.cost = purseOf(contextValue).request.complexity;
    },
    onSubscribe({ args: { document, operationName } }) {
      const facts = requestFacts();
      if (!facts) return;
      facts.route = 'subscription';
      facts.operations.push(getOperationAST(document, operationName)?.name?.value.slice(0, LONGEST_NAME) ?? 'anonymous');
    },
  };
}
