/**
 * `npm run bench -- NAME [part …] [options]` runs one of the four benchmarks of this folder, or only the named parts of
 * it. Each file begins with its parts and options.
 */
const BENCHMARKS = ['pages', 'leads', 'desk', 'growth'];
const [, , given = ''] = process.argv;
if (!BENCHMARKS.includes(given))
  throw new Error(`Name a benchmark: npm run bench -- ${BENCHMARKS.join(' | ')}`);
await import(`./${given}.ts`);

export {};
