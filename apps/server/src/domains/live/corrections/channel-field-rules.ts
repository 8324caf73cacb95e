/** The fields of a channel that an operator corrects, by their names in commands and calls. */
export const channelFields = {
  name: { label: '名称', columns: ['name'], kind: 'line', max: 60 },
  aliases: { label: '别名', columns: ['aliases'], kind: 'list', max: 60 },
  group: { label: '分组', columns: ['group_id'], kind: 'line', max: 20 },
  number: { label: '频道号', columns: ['number'], kind: 'number', max: 99_999 },
  logo: { label: '图标', columns: ['logo'], kind: 'picture', max: 0 },
  replayDays: { label: '回看天数', columns: ['replay_days'], kind: 'number', max: 30 },
  guideId: { label: '节目单编号', columns: ['guide_id'], kind: 'line', max: 100 },
  vip: { label: '会员', columns: ['vip'], kind: 'flag', max: 0 },
  visible: { label: '显示', columns: ['hidden'], kind: 'flag', max: 0 },
  lines: { label: '线路', columns: ['lines'], kind: 'lines', max: 0 },
} as const

export type ChannelField = keyof typeof channelFields

const isChannelField = (name: string): name is ChannelField => Object.hasOwn(channelFields, name)

export const channelFieldNames: readonly ChannelField[] = Object.keys(channelFields).filter(isChannelField)

/** The fields that `channels set` can set. */
export const settableFields: readonly ChannelField[] = channelFieldNames.filter(
  (field) => channelFields[field].kind !== 'lines',
)

/** A field by its Chinese or English name; null if there is none. */
export function parseChannelField(text: string): ChannelField | null {
  const name = text.trim()
  if (isChannelField(name)) return name
  return channelFieldNames.find((field) => channelFields[field].label === name) ?? null
}

/** The fields whose columns are among these, in the order of `channelFields`. */
export const fieldsOfColumns = (columns: readonly string[]): ChannelField[] =>
  channelFieldNames.filter((field) => channelFields[field].columns.some((column) => columns.includes(column)))

/** Columns of a channel as JSON; a group by its name. */
export type ChannelState = Readonly<Record<string, unknown>>

const flags: Readonly<Record<string, boolean>> = { 是: true, true: true, 1: true, 否: false, false: false, 0: false }

const maxAliases = 30
/** Neither channels nor groups begin like this: pages have their own names for these. */
const hasControls = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text)

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、,，;；|]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** The columns of a field that is set from a text; null if the field cannot have this value. Pictures are read by the caller. */
export function parseChannelValue(field: ChannelField, value: string): ChannelState | null {
  const { columns, kind, max } = channelFields[field]
  const [column] = columns
  const text = value.trim()
  if (hasControls(text)) return null
  switch (kind) {
    case 'line':
      if ([...text].length > max || (text === '' && field !== 'guideId')) return null
      return { [column]: text }
    case 'list': {
      const list = listOf(text)
      return list.length > maxAliases || list.some((word) => [...word].length > max) ? null : { [column]: list }
    }
    case 'number':
      return /^\d{1,5}$/.test(text) && Number(text) <= max ? { [column]: Number(text) } : null
    case 'flag': {
      const flag = flags[text]
      if (flag === undefined) return null
      return { [column]: field === 'visible' ? !flag : flag }
    }
    default:
      return null
  }
}

/** The value of a field as the operator reads it. */
export function channelValueText(field: ChannelField, state: ChannelState): string {
  const [column] = channelFields[field].columns
  const value = state[column]
  if (Array.isArray(value)) return value.join('、')
  if (typeof value === 'boolean') return value === (field !== 'visible') ? '是' : '否'
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}
