import { call } from '../api/calls.ts';
import { Refusal } from '../api/refusal.ts';
import type { Json } from './form/json.ts';
import type { JsonSchema } from './form/schema.ts';

export type SiteOverview = Awaited<ReturnType<typeof call<'site'>>>;
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
export const addDocument = async (group: 'cities' | 'articles', title: string) =>
  documentOf(await call('add_site_document', { group, title }));
