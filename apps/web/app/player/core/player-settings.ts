import { readStored, writeStored } from '../../lib/storage.ts'

/** What a viewer set once and expects to find again. */
export interface PlayerSettings {
  /** 0 to 1. */
  volume: number
  muted: boolean
  rate: number
  /** Height of the chosen rendition; 0 leaves it to the engine. */
  height: number
  /** Whether subtitles are shown where there are some. */
  subtitles: boolean
  /** Whether openings and endings are skipped; null until the viewer has answered. */
  skipsOpening: boolean | null
  /** Whether another line of a channel takes over by itself. */
  switchesLine: boolean
}

const storageKey = 'config'

export const defaultSettings: PlayerSettings = {
  volume: 1,
  muted: false,
  rate: 1,
  height: 0,
  subtitles: true,
  skipsOpening: null,
  switchesLine: true,
}

const isWithin = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value <= to

/** Reads stored settings; what is missing or makes no sense is as at the first visit. */
export function parseSettings(text: string | null): PlayerSettings {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return defaultSettings
  }
  if (!(stored instanceof Object)) return defaultSettings
  const given: Partial<Record<keyof PlayerSettings, unknown>> = stored
  const { volume, muted, rate, height, subtitles, skipsOpening, switchesLine } = given
  return {
    volume: isWithin(volume, 0, 1) ? volume : defaultSettings.volume,
    muted: muted === true,
    rate: isWithin(rate, 0.25, 4) ? rate : defaultSettings.rate,
    height: isWithin(height, 0, 10_000) ? height : defaultSettings.height,
    subtitles: subtitles !== false,
    skipsOpening: typeof skipsOpening === 'boolean' ? skipsOpening : null,
    switchesLine: switchesLine !== false,
  }
}

export const readSettings = (): PlayerSettings => parseSettings(readStored(storageKey))

export function changeSettings(changed: Partial<PlayerSettings>): void {
  writeStored(storageKey, JSON.stringify({ ...readSettings(), ...changed }))
}
