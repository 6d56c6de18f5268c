import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

/** A message of a linter: `redocly/<rule>` or `spectral/<rule>`. */
export interface Finding {
  rule: string;
  text: string;
}

async function lintWithRedocly(source: string): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'document.json', config });
  return problems.map(({ ruleId, message, location }) => ({
    rule: `redocly/${ruleId}`,
    text: `${message} at ${location.map(({ pointer }) => pointer ?? '').join(' ')}`,
  }));
}

async function lintWithSpectral(source: string): Promise<Finding[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] } as Parameters<typeof linter.setRuleset>[0]);
  const problems = await linter.run(new spectral.Document(source, parsers.Json, 'document.json'));
  return problems.map(({ code, message, path }) => ({ rule: `spectral/${code}`, text: `${message} at ${path.join('.')}` }));
}

/** Returns the messages of two independent linters about a document, including warnings. */
export async function findLintProblems(document: unknown): Promise<Finding[]> {
  const source = JSON.stringify(document);
  return [...(await lintWithRedocly(source)), ...(await lintWithSpectral(source))];
}
