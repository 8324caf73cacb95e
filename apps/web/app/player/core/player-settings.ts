import { readStored, writeStored } from '../../lib/storage.ts'

/** Player settings that are stored in the browser. */
export interface PlayerSettings {
  /** 0 to 1. */
  volume: number
  muted: boolean
  rate: number
  /** Height of the chosen rendition; 0 lets the engine choose. */
  height: number
  /** Whether subtitles are shown if available. */
  subtitles: boolean
  /** Whether openings and endings are skipped; null until the viewer has decided. */
  skipsOpening: boolean | null
  /** Whether another line of a channel takes over automatically. */
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

/** Parses stored settings; missing and invalid fields become defaults. */
export function parseSettings(text: string | null): PlayerSettings {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return defaultSettings
  }
  if (!(stored instanceof Object)) return defaultSettings
  const fields: Partial<Record<keyof PlayerSettings, unknown>> = stored
  const { volume, muted, rate, height, subtitles, skipsOpening, switchesLine } = fields
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
