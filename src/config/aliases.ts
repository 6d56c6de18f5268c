/** Aliases of REST namespaces by the name of their preset. */
const presets: Record<string, Record<string, string>> = {
  wordpress: { 'wp/v2': 'core/v2' },
};

/** Parses aliases of REST namespaces: comma-separated pairs `alias=namespace` and names of presets. Adds a sentence to `faults` for each fault. */
export function readAliases(text: string, faults: string[]): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const part of text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)) {
    const preset = presets[part];
    const pair = /^([\w/.-]+)=([\w/.-]+)$/.exec(part);
    if (preset) Object.assign(aliases, preset);
    else if (pair) aliases[pair[1]!] = pair[2]!;
    else faults.push(`REST_NAMESPACE_ALIASES: "${part}" is neither a preset (${Object.keys(presets).join(', ')}) nor alias=namespace`);
  }
  return aliases;
}
