import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { pageOf, pageSegment, sizeSegment } from '../../core/fields.ts'
import { TitleCard } from './title.ts'

/** Heights that titles are grouped by, best first: 4K, 2K, 1080P and 720P. */
export const cinemaHeights = [2160, 1440, 1080, 720] as const

/** Kinds of titles in the high-definition cinema: by the height of the best picture, and what comes with it. */
export const CinemaKind = z.enum(['all', '2160', '1440', '1080', '720', 'hdr', 'surround'])
export type CinemaKind = z.output<typeof CinemaKind>

/** A card with what each watchable episode of the title has. */
export const CinemaTitle = z.object({
  ...TitleCard.shape,
  quality: z.object({
    /** Lines of the best picture by its nominal height: 1920 × 800 is 1080. */
    height: z.int(),
    /** Whether that picture is HDR. */
    hdr: z.boolean(),
    /** Of the sound; 0 if not known. */
    channels: z.int(),
  }),
})
export type CinemaTitle = z.output<typeof CinemaTitle>

/**
 * Titles with a picture of the heights that the operator reserves for VIPs, most watched first. `kinds` are those that
 * have titles. Empty while no height is reserved.
 */
export const vodCinema = defineCall({
  name: 'vodCinema',
  summary: 'Titles in high definition, page by page',
  method: 'GET',
  path: '/v1/pub/vod/cinema/:kind/:page/:size',
  caller: 'visitor',
  send: z.object({ kind: CinemaKind, page: pageSegment, size: sizeSegment }),
  reply: z.object({
    ...pageOf(CinemaTitle).shape,
    kinds: z.array(z.object({ kind: CinemaKind, total: z.int() })),
  }),
  refusals: [],
})
