/** For `tests/site/observatory.test.ts`: the sources of a Content-Security-Policy by directive, in lower case. */
export type Policy = Map<string, Set<string>>;

/** @param text one policy, as in a header or a `<meta>` element */
export function parsePolicy(text: string): Policy {
  const directives = text
    .split(';')
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name !== '');
  return new Map(directives.map(([name = '', ...sources]) => [name, new Set(sources)]));
}

/**
 * The sources that two policies allow together. If both have a directive, a source must be in both.
 *
 * @see https://www.w3.org/TR/CSP3/#multiple-policies
 */
export function combinePolicies(first: Policy, second: Policy): Policy {
  const both = new Map([...first, ...second]);
  for (const [name, sources] of both) {
    const others = first.get(name) ?? sources;
    both.set(name, new Set([...sources].filter((source) => others.has(source))));
  }
  return both;
}
