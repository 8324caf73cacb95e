import type { CinemaTitle } from '@yunmu/contract'

type Quality = CinemaTitle['quality']

/** Lines from which pictures are called 4K and 2K. */
const named = [
  { lines: 2160, name: '4K' },
  { lines: 1440, name: '2K' },
  { lines: 1080, name: '1080P' },
] as const

/** `4K`, `2K` and `1080P` as viewers call them; others by their lines. */
export const heightName = (lines: number): string =>
  named.find((each) => lines >= each.lines)?.name ?? `${Math.round(lines)}P`

/** `5.1` and `7.1`; empty for stereo, mono and what is not known. */
const soundName = ({ channels }: Quality): string => (channels >= 8 ? '7.1' : channels >= 6 ? '5.1' : '')

/** What a poster says of picture and sound: `4K HDR 5.1`. Gold is for pictures beyond 1080P. */
export function qualityPlate(quality: Quality): { text: string; isGold: boolean } {
  const words = [heightName(quality.height), quality.hdr ? 'HDR' : '', soundName(quality)]
  return { text: words.filter((word) => word !== '').join(' '), isGold: quality.height >= 1440 || quality.hdr }
}
