/**
 * The mark in the page's timeline that the early engine sets when it has requested the first segments, or when it will not
 * request any: the page's own scripts wait for it (`page-scripts.ts`).
 */
export const segmentsRequestedMark = 'segments-requested'
