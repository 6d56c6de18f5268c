/** Ways to pay: `manual` = at the door or by transfer, which an organiser settles. */
export const gatewayNames = ['manual'] as const;
export type GatewayName = (typeof gatewayNames)[number];
