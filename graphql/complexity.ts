const LARGEST_PAGE = 100;
const USUAL_PAGE = 10;

/** Cost of the items of a page: the field that answers the page has counted them already. */
export const onePage = { field: 1, multiplier: 1 };

/** Cost of a field that answers one offset page: everything below it once per item asked for. */
export function pageComplexity({ perPage }: { perPage?: number | null | undefined }): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.min(Math.max(perPage ?? USUAL_PAGE, 1), LARGEST_PAGE) };
}
