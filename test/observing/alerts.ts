import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Missing } from '../support/needs.ts';

/** Path of promtool, the Prometheus tool for rules, on Debian. */
const promtool = ['/usr/bin/promtool'].find((file) => existsSync(file));
export const missingPromtool: Missing = promtool ? null : "needs promtool, of Debian's package prometheus";

/** One hour of values per series, one a minute, in promtool notation: `0+2x60` grows by two a minute, `1x60` stays at 1. */
export type Series = Readonly<Record<string, string>>;

/** Runs the published rules on these series. Throws with the output of promtool unless exactly these alerts fire after an hour. */
export async function expectFiring(series: Series, alerts: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-alerts-'));
  try {
    const file = path.join(folder, 'test.yml');
    const test = {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '1h',
          exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
        },
      ],
    };
    // JSON is valid YAML
    await writeFile(
      file,
      JSON.stringify({ rule_files: [path.resolve('docs/operating/alerts.yml')], evaluation_interval: '1m', tests: [test] }),
    );
    await promisify(execFile)(promtool ?? 'promtool', ['test', 'rules', file]).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Sample {
  /** Name with labels, in the format of promtool. */
  series: string;
  value: number;
  isCounter: boolean;
}

function parseSamples(text: string): Sample[] {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  return [...text.matchAll(/^([a-z]\w*)(\{.*\})? (\S+)$/gim)].map(([, name = '', labels = '', value]) => {
    const isCounter = types.get(name) === 'counter' || types.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram';
    return { series: `${name}${labels}`, value: Number(value), isCounter };
  });
}

/** Extrapolates several scrapes of a process to an hour: gauges repeat their values, counters keep growing at their rate. */
export function extrapolateSeries(texts: readonly string[]): Series {
  const scrapes = texts.map((text) => new Map(parseSamples(text).map((sample) => [sample.series, sample])));
  const lastScrape = [...(scrapes.at(-1)?.values() ?? [])];
  return Object.fromEntries(
    lastScrape.map(({ series, value, isCounter }) => {
      const values = scrapes.map((samples) => samples.get(series)?.value ?? 0);
      if (isCounter) return [series, `0+${value - (values[0] ?? 0)}x60`];
      return [series, Array.from({ length: 61 }, (_, minute) => values[minute % values.length]).join(' ')];
    }),
  );
}
