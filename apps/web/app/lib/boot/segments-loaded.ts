/**
 * The mark in the page's timeline that the early engine sets when it has loaded the first segments, or when it will not load
 * any: the page's own scripts wait for it (`page-scripts.ts`).
 */
export const segmentsLoadedMark = 'segments-loaded'
