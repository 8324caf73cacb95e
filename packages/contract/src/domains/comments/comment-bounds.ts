/** Bounds of comments and their lists. */
export const commentBounds = {
  /** Characters of a text. */
  text: { min: 1, max: 1000 },
  pageSize: 20,
  /** Number of replies included with a comment. */
  repliesShown: 2,
} as const
