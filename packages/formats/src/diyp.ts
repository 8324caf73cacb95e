/** The guide of one channel and day in the form that Chinese players ask for: `epg?ch=CCTV1&date=2026-11-21`. */

export interface DiypProgramme {
  readonly startSec: number
  readonly endSec: number
  readonly title: string
}

const chinaOffsetSec = 8 * 3600
const daySec = 24 * 3600

/** The first second of a day in China, `yyyy-mm-dd` or `yyyymmdd`; null for any other text. */
export function parseDiypDate(text: string): number | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text) ?? []
  if (year === '') return null
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isReal = new Date(ms).toISOString().slice(0, 10) === `${year}-${month}-${day}`
  return isReal ? ms / 1000 - chinaOffsetSec : null
}

const minute = (sec: number): string => new Date((sec + chinaOffsetSec) * 1000).toISOString().slice(11, 16)

/**
 * Writes the guide of a day, which begins at `dayStartSec`. Times have no date: what begins before the day begins at its first
 * minute, and what goes on ends at `23:59`, because players take `00:00` for the beginning.
 */
export function writeDiyp(channelName: string, dayStartSec: number, programmes: readonly DiypProgramme[]): string {
  const dayEndSec = dayStartSec + daySec
  const entries = programmes
    .filter(({ startSec, endSec }) => endSec > dayStartSec && startSec < dayEndSec)
    .map(({ startSec, endSec, title }) => ({
      start: minute(Math.max(startSec, dayStartSec)),
      end: endSec >= dayEndSec ? '23:59' : minute(endSec),
      title,
    }))
  const date = new Date((dayStartSec + chinaOffsetSec) * 1000).toISOString().slice(0, 10)
  return JSON.stringify({ channel_name: channelName, date, epg_data: entries })
}
