import { createHash } from 'node:crypto'

/** The name under which a video is stored that an ad server named for an advertisement: apart from those of the operator. */
export const fetchedVideoName = (adId: number, url: string): string => `${adId}.${videoName(url)}`

/** The name under which the video of an address is stored. */
export const videoName = (url: string): string => createHash('sha256').update(url).digest('base64url').slice(0, 22)
