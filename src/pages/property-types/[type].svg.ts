import type { APIRoute, GetStaticPaths } from 'astro';
import { PROPERTY_TYPES } from '#lead/valuation.ts';
import { propertyTypeSvg } from '../../components/illustrations/property-type-svg.tsx';

export const getStaticPaths = (() =>
  PROPERTY_TYPES.map((type) => ({ params: { type }, props: { type } }))) satisfies GetStaticPaths;

type Props = { type: (typeof PROPERTY_TYPES)[number] };

export const GET: APIRoute<Props> = ({ props }) =>
  new Response(propertyTypeSvg(props.type), { headers: { 'content-type': 'image/svg+xml' } });
