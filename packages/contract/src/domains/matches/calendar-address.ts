import * as z from 'zod/mini'
import { unixSeconds } from '../../core/fields.ts'

/** Calendars for other programs (iCalendar), relative to the station's origin. */
export const calendarPaths = {
  competition: (id: number): string => `/calendar/competition/${id}.ics`,
  team: (id: number): string => `/calendar/team/${id}.ics`,
  /** Whoever has the key sees what this user follows. */
  personal: (key: string): string => `/calendar/my/${key}/matches.ics`,
}

/** A personal address, relative to the station's origin. */
export const CalendarAddress = z.object({ path: z.string(), createdAt: unixSeconds })
export type CalendarAddress = z.output<typeof CalendarAddress>
