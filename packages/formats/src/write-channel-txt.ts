import type { ChannelEntry } from './m3u.ts'
import { tidyLine } from './xmltv.ts'

/** Names end at the first comma of either width, and `#` begins a comment or a second address. */
const plainName = (text: string): string =>
  tidyLine(text, 200).replace(/[,，]/g, '、').replace(/^#/, '＃').replace(/^\/\//, '／／')
const plainAddress = (address: string): string =>
  address.replaceAll(',', '%2C').replaceAll('#', '%23').replaceAll('$', '%24').replace(/\s/g, '%20')
const plainLabel = (text: string): string =>
  tidyLine(text, 50)
    .replace(/[,，#$]/g, ' ')
    .trim()

const withoutGroup = '其他'

/** Writes a channel list as lines of `name,address` below `group,#genre#`, in the order of the first channel of each group. */
export function writeChannelTxt(entries: readonly ChannelEntry[]): string {
  const groups = Map.groupBy(entries, ({ group }) => (plainName(group) === '' ? withoutGroup : plainName(group)))
  const lineOf = ({ name, url, label }: ChannelEntry): string => {
    const named = plainLabel(label)
    return `${plainName(name)},${plainAddress(url)}${named === '' ? '' : `$${named}`}\n`
  }
  return [...groups].map(([group, of]) => `${group},#genre#\n${of.map(lineOf).join('')}`).join('\n')
}
