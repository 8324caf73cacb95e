import { escapeXml } from './xml-escape.ts'
import { renderXmltvTime } from './xmltv-time.ts'
import type { XmltvChannel, XmltvProgramme } from './xmltv.ts'

const element = (name: string, text: string, attributes = ''): string =>
  text === '' ? '' : `<${name}${attributes}>${escapeXml(text)}</${name}>`
const icon = (address: string): string => (address === '' ? '' : `<icon src="${escapeXml(address)}"/>`)

function channelXml({ id, names, icon: address }: XmltvChannel): string {
  const shown = names.map((name) => element('display-name', name, ' lang="zh"'))
  return `<channel id="${escapeXml(id)}">${shown.join('')}${icon(address)}</channel>`
}

function programmeXml(programme: XmltvProgramme, zoneMinutes: number): string {
  const { channel, startSec, stopSec, title, subtitle, description, categories, episode } = programme
  const stop = stopSec === null ? '' : ` stop="${renderXmltvTime(stopSec, zoneMinutes)}"`
  const zh = ' lang="zh"'
  return [
    `<programme start="${renderXmltvTime(startSec, zoneMinutes)}"${stop} channel="${escapeXml(channel)}">`,
    element('title', title, zh),
    element('sub-title', subtitle, zh),
    element('desc', description, zh),
    ...categories.map((category) => element('category', category, zh)),
    icon(programme.icon),
    element('episode-num', episode, ' system="onscreen"'),
    '</programme>',
  ].join('')
}

/**
 * Writes an XMLTV guide in pieces: the format requires channels before programmes. Times are in a zone given in minutes
 * east of Greenwich, by default China's.
 */
export function* writeXmltv(
  entries: Iterable<XmltvChannel | XmltvProgramme>,
  options: { generator?: string; zoneMinutes?: number } = {},
): Generator<string> {
  const { generator = '', zoneMinutes = 8 * 60 } = options
  const by = generator === '' ? '' : ` generator-info-name="${escapeXml(generator)}"`
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv${by}>\n`
  for (const entry of entries)
    yield `${entry.kind === 'channel' ? channelXml(entry) : programmeXml(entry, zoneMinutes)}\n`
  yield '</tv>\n'
}
