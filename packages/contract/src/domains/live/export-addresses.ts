import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** Addresses for players and television boxes, relative to the station's origin. Who has them watches as this person. */
export const ExportAddresses = z.object({ m3u: z.string(), xmltv: z.string(), createdAt: unixSeconds })
export type ExportAddresses = z.output<typeof ExportAddresses>
