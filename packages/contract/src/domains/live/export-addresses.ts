import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/**
 * URLs for other players and television boxes, relative to the station's origin. Whoever has them watches as this user.
 */
export const ExportAddresses = z.object({ m3u: z.string(), xmltv: z.string(), createdAt: unixSeconds })
export type ExportAddresses = z.output<typeof ExportAddresses>
