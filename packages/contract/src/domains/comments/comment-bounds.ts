/** Bounds of what may be written as a comment, and of how comments are read. */
export const commentBounds = {
  /** Characters of a text. */
  text: { least: 1, most: 1000 },
  pageSize: 20,
  /** Replies that come with a comment before more are asked for. */
  repliesShown: 2,
} as const
