import { file, glob } from 'astro/loaders';
import { defineCollection } from 'astro:content';
import { articleSchema } from './schemas/article.ts';
import { blogSchema } from './schemas/blog.ts';
import { citySchema } from './schemas/city.ts';
import { claimSchema } from './claims/claim-schema.ts';
import { homeSchema } from './schemas/home.ts';
import { legalPageSchema } from './schemas/legal-page.ts';
import { noticesSchema } from './schemas/notice.ts';
import { reviewsSchema } from './schemas/review.ts';

const BASE = './src/content';

const folder = (name: string, pattern: string) => glob({ base: `${BASE}/${name}`, pattern });

export const collections = {
  articles: defineCollection({ loader: folder('articles', '*.md'), schema: articleSchema }),
  blog: defineCollection({ loader: glob({ base: BASE, pattern: 'blog.yaml' }), schema: blogSchema }),
  cities: defineCollection({ loader: folder('cities', '*.yaml'), schema: citySchema }),
  claims: defineCollection({ loader: file(`${BASE}/claims.yaml`), schema: claimSchema }),
  home: defineCollection({ loader: glob({ base: BASE, pattern: 'home.yaml' }), schema: homeSchema }),
  legal: defineCollection({ loader: folder('legal', '*.md'), schema: legalPageSchema }),
  notices: defineCollection({ loader: glob({ base: BASE, pattern: 'notice.yaml' }), schema: noticesSchema }),
  reviews: defineCollection({ loader: file(`${BASE}/reviews.yaml`), schema: reviewsSchema }),
};
