import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, type GraphQLSchema, lexicographicSortSchema, parse, print, printSchema } from 'graphql';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { getFolder, namespaceTables, createRestMap } from '../../rest-map/map.ts';
import { directivesSdl } from '../rest/response/directives.ts';
import { describeRoutes } from '../rest/engine/discovery.ts';
import { createRestEngine } from '../rest/create-engine.ts';
import { createDictionary } from '../rest/dictionary/dictionary.ts';
import { type ComparedCounts, printEntry } from '../rest/dictionary/print-entry.ts';
import { printIndex } from '../rest/dictionary/print-index.ts';
import type { Plan } from '../rest/engine/plan.ts';
import { createDocuments } from '../rest/openapi/document.ts';
import { getListedPlans, printRoutes } from '../rest/openapi/print-routes.ts';
import { parseArguments, runCommand } from './command.ts';
import { renderCommandsPage } from './reference/commands.ts';
import { renderConfigurationPage } from './reference/configuration.ts';
import { type AcceptedChanges, findChangeFaults, renderChangesPage, findChangesSince } from './reference/changes.ts';
import { readGuides } from './reference/guides.ts';
import { type Ceilings, renderReferencePages } from './reference/reference.ts';

const root = path.resolve(import.meta.dirname, '../..');
const siteUrl = 'https://site.example';
const restUrl = `${siteUrl}/rest`;

/** Folders that contain only generated files, except in their subfolders. Files that are no longer generated are removed from them. */
const printedFolders = ['docs/rest', 'docs/openapi', 'docs/graphql'];

/** The public schema of the last release, and the intended breaking changes since. */
const releasedFile = 'graphql/released.graphql';
const acceptedFile = 'graphql/accepted-changes.json';
/** Maximum numbers of SQL statements of the fields of the schema. */
const ceilingsFile = 'graphql/ceilings.json';
/** Numbers of values that a test compares between a REST response and the response of its replacement at `/graphql`. */
const comparedFile = 'rest-map/compared.json';

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const toSdl = (schema: GraphQLSchema) => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** Generates all files from the code, without a database. Returns their contents by path. */
export async function createPrintedFiles(): Promise<Map<string, string>> {
  const schema = createSchema();
  const publicSchema = createPublicSchema(schema);
  const engine = createRestEngine({
    schema,
    restUrl,
    relationBase: `${siteUrl}/rel/`,
    map: { ...createRestMap(), authentication: () => ({}) },
  });
  const { router, publicSources } = engine;
  const documents = createDocuments(engine, { restUrl, version: '1' });
  // the dictionary contains the replacement of each REST route at `/graphql`
  const dictionary = createDictionary({ wholeSchema: schema, publicSchema, sources: publicSources });
  const comparisons = readJson<ComparedCounts>(comparedFile);
  const tableOptions = { getArguments: dictionary.getArguments, printAdditions: (plan: Plan) => printEntry(dictionary, plan, comparisons) };
  const files = new Map<string, string>([
    ['graphql/schema.graphql', toSdl(publicSchema)],
    ['graphql/schema.compatibility.graphql', toSdl(schema)],
    ['rest-map/directives.graphql', `${print(parse(directivesSdl))}\n`],
    ['docs/rest/index.json', toJson(describeRoutes(router.entries, restUrl))],
  ]);
  const namespaces = namespaceTables.map(({ name: namespace }) => {
    const file = getFolder(namespace);
    const title = namespace === '' ? 'Site index' : namespace;
    const formattedTitle = namespace === '' ? title : `\`${title}\``;
    files.set(`docs/rest/${file}.md`, printRoutes(router, namespace, formattedTitle, tableOptions));
    files.set(`docs/openapi/${file}.json`, toJson(documents.of(namespace, title)));
    return { file, title: formattedTitle, plans: getListedPlans(router, namespace) };
  });
  files.set('docs/rest/README.md', printIndex(dictionary, namespaces, comparisons));
  for (const [file, text] of await renderReferencePages(
    lexicographicSortSchema(publicSchema),
    readGuides(),
    readJson<Ceilings>(ceilingsFile),
  ))
    files.set(`docs/graphql/${file}`, text);
  files.set('docs/reference/commands.md', renderCommandsPage());
  files.set('docs/reference/configuration.md', renderConfigurationPage());
  files.set('docs/graphql/changes.md', renderChangesPage(await findChanges(publicSchema), readJson<AcceptedChanges>(acceptedFile)));
  return files;
}

const readJson = <Value>(file: string) => JSON.parse(readIfExists(file) ?? '{}') as Value;

const findChanges = async (publicSchema: GraphQLSchema) =>
  await findChangesSince(
    buildSchema(readIfExists(releasedFile) ?? toSdl(publicSchema), { assumeValid: true }),
    buildSchema(toSdl(publicSchema), { assumeValid: true }),
  );

/** Returns the breaking changes since the last release that are not accepted, and accepted changes that do not exist. */
export async function findBreakingChanges(): Promise<string[]> {
  return findChangeFaults(await findChanges(createPublicSchema(createSchema())), readJson<AcceptedChanges>(acceptedFile));
}

/** Makes the current schema the released one and stores the changes since the previous release under `name`. */
async function release(name: string): Promise<void> {
  const publicSchema = createPublicSchema(createSchema());
  const page = renderChangesPage(await findChanges(publicSchema), readJson<AcceptedChanges>(acceptedFile));
  writeIfChanged(`docs/graphql/changes/${name}.md`, page.replaceAll('](../../', '](../../../'));
  writeIfChanged(releasedFile, toSdl(publicSchema));
  writeIfChanged(acceptedFile, '{}\n');
}

/** Returns files in the generated folders that are no longer generated. */
function findLeftovers(files: ReadonlyMap<string, string>): string[] {
  return printedFolders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => `${folder}/${name}`),
    )
    .filter((file) => !files.has(file));
}

function readIfExists(file: string): string | null {
  const fullPath = path.join(root, file);
  return existsSync(fullPath) ? readFileSync(fullPath, 'utf8') : null;
}

/** Describes the first difference between the contents of two files. */
function describeDifference(committed: string, generated: string): string {
  const [old, current] = [committed.split('\n'), generated.split('\n')];
  const first = current.findIndex((line, index) => line !== old[index]);
  const start = first === -1 ? current.length : first;
  const show = (sign: string, lines: readonly string[]) =>
    lines
      .slice(start, start + 3)
      .map((line) => `    ${sign} ${line.slice(0, 160)}`)
      .join('\n');
  return `line ${start + 1}\n${show('-', old)}\n${show('+', current)}`;
}

/** Returns the differences between the generated files and those in the working tree. */
export function findPrintedFaults(files: ReadonlyMap<string, string>): string[] {
  const faults = findLeftovers(files).map((file) => `${file}: no longer generated`);
  for (const [file, generated] of files) {
    const committed = readIfExists(file);
    if (committed === null) faults.push(`${file}: missing`);
    else if (committed !== generated) faults.push(`${file}: differs at ${describeDifference(committed, generated)}`);
  }
  return faults;
}

function writeIfChanged(file: string, text: string): void {
  if (readIfExists(file) === text) return;
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
  process.stdout.write(`printed ${file}\n`);
}

async function writeAll(): Promise<void> {
  const files = await createPrintedFiles();
  for (const file of findLeftovers(files)) rmSync(path.join(root, file));
  for (const [file, text] of files) writeIfChanged(file, text);
}

const usage = `Usage: npm run print                  write the generated files: GraphQL schema and reference, tables of the REST interface, OpenAPI documents, commands, configuration
       npm run print -- --check        exit with 1 if a generated file differs from the code
       npm run print -- --release NAME release the public GraphQL schema, and store its changes under NAME`;

if (import.meta.main) {
  process.exitCode = await runCommand(usage, process.argv.slice(2), async (args) => {
    const { values } = parseArguments(args, { check: { type: 'boolean', default: false }, release: { type: 'string' } });
    if (values.release !== undefined) await release(values.release);
    if (!values.check) {
      await writeAll();
      return 0;
    }
    const [faults, broken] = [findPrintedFaults(await createPrintedFiles()), await findBreakingChanges()];
    if (faults.length > 0)
      process.stderr.write(`These generated files differ from the code; \`npm run print\` writes them:\n  ${faults.join('\n  ')}\n`);
    if (broken.length > 0)
      process.stderr.write(
        `The public GraphQL schema has breaking changes since its release. Revert them, or add their reasons to ${acceptedFile}:\n  ${broken.join('\n  ')}\n`,
      );
    return faults.length + broken.length === 0 ? 0 : 1;
  });
}
