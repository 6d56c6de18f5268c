import { z } from 'zod';

/** URL that visitors may open. Other schemes, such as `javascript:`, may run code. */
export const linkUrl = z.url({ protocol: /^(https?|mailto)$/ });

export const isLinkUrl = (text: string): boolean => linkUrl.safeParse(text).success;
