import { call } from '../api/calls.ts';
import { Refusal } from '../api/refusal.ts';
import type { Json } from './form/json.ts';
import type { JsonSchema } from './form/schema.ts';

export const readSite = () => call('site', {});
export type SiteOverview = Awaited<ReturnType<typeof readSite>>;
export type SiteGroup = SiteOverview['documents'][number]['group'];
export type SiteChange = NonNullable<SiteOverview['documents'][number]['change']>;
export type SiteProblem = SiteOverview['problems'][number];
export type SiteWork = SiteOverview['work'];

type Answer = Awaited<ReturnType<typeof call<'site_document'>>>;
/** A document with its form. What is in it is JSON of any shape, which its schema describes. */
export type SiteDocument = Omit<Answer, 'schema' | 'value' | 'live'> & {
  schema: JsonSchema;
  value: Json;
  live: Json | null;
};

const documentOf = (answer: Answer) => answer as SiteDocument;

export const readDocument = async (path: string) => documentOf(await call('site_document', { path }));
/** @param revision of the document that the change was made in */
export const saveDocument = async (path: string, value: Json, revision: number) =>
  documentOf(await call('save_site_document', { path, value: value as Json[], revision }));
/** Whether nothing was done because another owner had changed the same since it was shown. */
export const isOvertaken = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.hint === 'changed_by_other';

/** A document, and the revision of its change that the owner was shown. */
export type Shown = { path: string; revision: number };
export const discardChange = (given: Shown) => call('discard_site_change', given);
export const addDocument = async (group: 'cities' | 'articles', title: string) =>
  documentOf(await call('add_site_document', { group, title }));
export const removeDocument = (given: Shown) => call('remove_site_document', given);
export const findInSite = (words: string) => call('find_in_site', { words });
export const buildPreview = () => call('build_site', { purpose: 'preview' });
/** @param shown the revision of each change that the owner was shown, by the path of its document */
export const publishSite = (shown: Record<string, number>) =>
  call('build_site', { purpose: 'publish', shown });
export const tellStaticHost = () => call('tell_static_host', {});
export const readWork = () => call('site_work', {});
export const showVersion = (version: string) => call('use_site_version', { version });
