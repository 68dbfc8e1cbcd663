import { call } from '../api/calls.ts';
import type { SITE_PURPOSES } from '#server/database/codes.ts';
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
export const discardChange = (path: string) => call('discard_site_change', { path });
export const addDocument = async (group: 'cities' | 'articles', title: string) =>
  documentOf(await call('add_site_document', { group, title }));
export const removeDocument = (path: string) => call('remove_site_document', { path });
export const buildSite = (purpose: keyof typeof SITE_PURPOSES) => call('build_site', { purpose });
export const readWork = () => call('site_work', {});
export const showVersion = (version: string) => call('use_site_version', { version });
