import { createHash } from 'node:crypto'

/** The name under which the video of an address is stored. */
export const videoName = (url: string): string => createHash('sha256').update(url).digest('base64url').slice(0, 22)
