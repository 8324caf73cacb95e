import { letterOf } from '@yunmu/zh'
import type { RowState } from './rows-store.ts'

/** The fields of a title that an operator corrects, by their names in commands and calls. */
export const titleFields = {
  name: { label: '片名', columns: ['name', 'letter'], kind: 'line', max: 100 },
  latin: { label: '外文名', columns: ['latin'], kind: 'line', max: 200 },
  alias: { label: '别名', columns: ['alias'], kind: 'list', max: 100 },
  series: { label: '系列', columns: ['series'], kind: 'line', max: 100 },
  season: { label: '季', columns: ['season'], kind: 'number', max: 999 },
  year: { label: '年份', columns: ['year'], kind: 'number', max: 2200 },
  area: { label: '地区', columns: ['area'], kind: 'line', max: 40 },
  lang: { label: '语言', columns: ['lang'], kind: 'line', max: 40 },
  genres: { label: '类型', columns: ['genres'], kind: 'list', max: 40 },
  directors: { label: '导演', columns: ['directors'], kind: 'list', max: 80 },
  actors: { label: '演员', columns: ['actors'], kind: 'cast', max: 80 },
  intro: { label: '简介', columns: ['intro'], kind: 'text', max: 5000 },
  remarks: { label: '备注', columns: ['remarks'], kind: 'line', max: 60 },
  state: { label: '状态', columns: ['state'], kind: 'line', max: 60 },
  schedule: { label: '更新时间', columns: ['schedule'], kind: 'line', max: 60 },
  premiere: { label: '上映', columns: ['premiere'], kind: 'line', max: 60 },
  totalEpisodes: { label: '总集数', columns: ['total_episodes'], kind: 'number', max: 9999 },
  vip: { label: '会员', columns: ['vip'], kind: 'flag', max: 0 },
  category: { label: '分类', columns: ['pid_id', 'type_id'], kind: 'category', max: 0 },
  poster: { label: '海报', columns: ['poster', 'thumb'], kind: 'picture', max: 0 },
  backdrop: { label: '横图', columns: ['backdrop', 'focus', 'ink'], kind: 'picture', max: 0 },
  logo: { label: '标志', columns: ['logo'], kind: 'picture', max: 0 },
} as const

export type TitleField = keyof typeof titleFields

const isTitleField = (name: string): name is TitleField => Object.hasOwn(titleFields, name)

/** A field by its Chinese or English name; null if there is none. */
export function parseTitleField(text: string): TitleField | null {
  const name = text.trim()
  if (isTitleField(name)) return name
  return (
    Object.keys(titleFields)
      .filter(isTitleField)
      .find((field) => titleFields[field].label === name) ?? null
  )
}

/** The fields that `title set` takes as texts: pictures and the category have commands of their own. */
export const textFields: readonly TitleField[] = Object.keys(titleFields)
  .filter(isTitleField)
  .filter((field) => !['picture', 'category'].includes(titleFields[field].kind))

/** The fields that a column belongs to. */
const fieldOfColumn = (column: string): TitleField | null =>
  Object.keys(titleFields)
    .filter(isTitleField)
    .find((field) => titleFields[field].columns.some((each) => each === column)) ?? null

/** The fields of which columns are among these, in the order of `titleFields`. */
export function fieldsOfColumns(columns: readonly string[]): TitleField[] {
  const named = new Set(columns.map(fieldOfColumn))
  return Object.keys(titleFields)
    .filter(isTitleField)
    .filter((field) => named.has(field))
}

const hasControls = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text.replaceAll(/[\n\t]/g, ''))

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、,，;；|\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

const maxListed = 100

/** `张三（医生）、李四`. */
function castOf(text: string): { name: string; role: string }[] {
  return listOf(text).map((word) => {
    const [, name = word, role = ''] = /^(.+?)\s*[（(](.*)[)）]$/.exec(word) ?? []
    return { name: name.trim(), role: role.trim() }
  })
}

const flags: Readonly<Record<string, boolean>> = { 是: true, true: true, 1: true, 否: false, false: false, 0: false }

/** The columns of a field that is set from a text; null if the field cannot have this value. */
export function parseTitleValue(field: TitleField, value: string): RowState | null {
  const { columns, kind, max } = titleFields[field]
  const [column] = columns
  if (hasControls(value)) return null
  const text = value.trim()
  switch (kind) {
    case 'line':
      if ([...text].length > max || text.includes('\n') || (field === 'name' && text === '')) return null
      return field === 'name' ? { name: text, letter: letterOf(text) } : { [column]: text }
    case 'text':
      return [...text].length > max ? null : { [column]: text }
    case 'number':
      return /^\d{1,4}$/.test(text) && Number(text) <= max ? { [column]: Number(text) } : null
    case 'flag': {
      const flag = flags[text]
      return flag === undefined ? null : { [column]: flag }
    }
    case 'list': {
      const list = listOf(text)
      return list.length > maxListed || list.some((word) => [...word].length > max) ? null : { [column]: list }
    }
    case 'cast': {
      const cast = castOf(text)
      const isWrong = cast.some(({ name, role }) => name === '' || [...name].length > max || [...role].length > max)
      return cast.length > maxListed || isWrong ? null : { [column]: cast }
    }
    default:
      return null
  }
}

/** The value of a column as the operator reads it. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object' && value !== null && 'name' in value) {
    const role = 'role' in value ? String(value.role) : ''
    return role === '' ? String(value.name) : `${String(value.name)}（${role}）`
  }
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}
