import type { Domain } from './core/domain/domain.ts';
import type { Site } from './site.ts';
import { analytics } from './domains/analytics/domain.ts';
import { audit } from './domains/audit/domain.ts';
import { branding } from './domains/branding/domain.ts';
import { checkout } from './domains/checkout/domain.ts';
import { comments } from './domains/comments/domain.ts';
import { compliance } from './domains/compliance/domain.ts';
import { consent } from './domains/consent/domain.ts';
import { content } from './domains/content/domain.ts';
import { embeds } from './domains/embeds/domain.ts';
import { events } from './domains/events/domain.ts';
import { figures } from './domains/figures/domain.ts';
import { galleries } from './domains/galleries/domain.ts';
import { identity } from './domains/identity/domain.ts';
import { maps } from './domains/maps/domain.ts';
import { media } from './domains/media/domain.ts';
import { products } from './domains/products/domain.ts';
import { organize } from './domains/organize/domain.ts';
import { pageCache } from './domains/page-cache/domain.ts';
import { queue } from './domains/queue/domain.ts';
import { siteDomain } from './domains/site/domain.ts';
import { survey } from './domains/survey/domain.ts';
import { theme } from './domains/theme/domain.ts';
import { tickets } from './domains/tickets/domain.ts';
import { transfer } from './domains/transfer/domain.ts';
import { twoFactor } from './domains/two-factor/domain.ts';
import { webhooks } from './domains/webhooks/domain.ts';
import { web } from './web/domain.ts';

/** The domains of the service. Their initial and demo content is created in this order, so a domain comes after those that it depends on. */
export const domains: readonly Domain<Site>[] = [
  identity,
  twoFactor,
  content,
  comments,
  media,
  branding,
  embeds,
  events,
  tickets,
  checkout,
  organize,
  maps,
  queue,
  consent,
  products,
  siteDomain,
  figures,
  analytics,
  galleries,
  survey,
  theme,
  compliance,
  pageCache,
  transfer,
  audit,
  webhooks,
  web,
];
