import pg from 'pg';
import { createServerConfig } from '../../src/core/db/server.ts';
import { toParameter } from '../../src/core/db/values.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** A plan node from `EXPLAIN (FORMAT JSON)`. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const literal = (value: unknown) => {
  const parameter = toParameter(value);
  return parameter === null ? 'NULL' : pg.escapeLiteral(typeof parameter === 'string' ? parameter : Buffer.from(parameter).toString('hex'));
};

/** Returns the plans of a statement in PostgreSQL: `custom` for these values, and `generic`, which a prepared statement may use after five runs. */
export async function explainStatement(url: string, { text, values }: Statement): Promise<Record<'custom' | 'generic', PlanNode>> {
  const client = new pg.Client(createServerConfig(url));
  await client.connect();
  try {
    await client.query(`PREPARE explained AS ${text}`);
    const plan = async (mode: string) => {
      await client.query(`SET plan_cache_mode = force_${mode}_plan`);
      const list = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) EXECUTE explained${list}`);
      return rows[0]!['QUERY PLAN'][0].Plan;
    };
    return { custom: await plan('custom'), generic: await plan('generic') };
  } finally {
    await client.end();
  }
}

/** Returns all nodes of a plan. */
export function listNodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
}

/** Returns the nodes of a plan that scan one of the tables in full. */
export function findFullScans(plan: PlanNode, tables: ReadonlySet<string>): PlanNode[] {
  return listNodes(plan).filter((node) => node['Node Type'] === 'Seq Scan' && tables.has(node['Relation Name'] ?? ''));
}

/** Returns a plan in one line, for messages. */
export function formatPlan(plan: PlanNode): string {
  const description = [
    plan['Node Type'],
    plan['Relation Name'] && `on ${plan['Relation Name']}`,
    plan['Index Name'] && `by ${plan['Index Name']}`,
  ]
    .filter(Boolean)
    .join(' ');
  return plan.Plans ? `${description} (${plan.Plans.map(formatPlan).join('; ')})` : description;
}
