import type {
  FieldChange,
  LineChange,
  ListedDoubt,
  ListedSource,
  RunCounts,
  RunExample,
  RunRow,
} from '../domains/collection/index.ts'
import { formatTime } from './user-output.ts'

const grouped = (count: number): string => count.toLocaleString('en-US')

/** `每 4 小时`, `手动`. */
export function everyText(minutes: number): string {
  if (minutes === 0) return '手动'
  if (minutes % (24 * 60) === 0) return minutes === 24 * 60 ? '每天' : `每 ${minutes / (24 * 60)} 天`
  return minutes % 60 === 0 ? `每 ${minutes / 60} 小时` : `每 ${minutes} 分钟`
}

/** `新增 1,204，更新 3,381，待确认 27，未变 17,692`; what did not happen is left out. */
export function countsText(counts: RunCounts): string {
  const parts: [string, number][] = [
    ['新增', counts.added],
    ['更新', counts.changed],
    ['待确认', counts.doubtful],
    ['未变', counts.unchanged],
    ['分类没绑定', counts.unbound],
    ['不收', counts.skipped],
    ['读不懂', counts.faults],
    ['撤销', counts.undone],
    ['无法撤销', counts.conflicts],
  ]
  const shown = parts.filter(([word, count], at) => count > 0 || (at < 2 && word !== '撤销' && counts.undone === 0))
  return shown.map(([word, count]) => `${word} ${grouped(count)}`).join('，')
}

const phaseNames = { preview: '预览', apply: '采集', undo: '撤销' } as const
const stateNames = { running: '进行中', done: '完成', failed: '失败', stopped: '中断', undone: '已撤销' } as const

/** One line for a run. */
export function runLine(run: RunRow): string {
  const { id, phase, state, page, page_count, problem, started_sec, counts } = run
  const where = state === 'running' && page_count > 0 ? ` ${page}/${page_count} 页` : ''
  const outcome = state === 'failed' ? `✗ ${problem}；${countsText(counts)}` : countsText(counts)
  const name = state === 'undone' ? stateNames.undone : `${phaseNames[phase]}${stateNames[state]}`
  return `运行 ${id}  ${formatTime(started_sec)}  ${name}${where}  ${outcome}`
}

export function sourceText(source: ListedSource): string {
  const { name, url, every_minutes, linked, doubtful, unbound, problem, checked_sec, next_sec } = source
  const health = problem !== '' ? `✗ ${problem}` : checked_sec === 0 ? '还没有采集过' : '正常'
  const when = [
    ...(checked_sec > 0 ? [`上次 ${formatTime(checked_sec)}`] : []),
    every_minutes > 0 ? `${everyText(every_minutes)}，下次 ${formatTime(next_sec)}` : '只用命令采集',
  ]
  const waiting = [
    `${grouped(linked)} 部`,
    ...(doubtful > 0 ? [`待确认 ${grouped(doubtful)}（collect queue）`] : []),
    ...(unbound > 0 ? [`${unbound} 个分类没绑定（collect show ${name}）`] : []),
  ]
  return `${name}  ${url}\n  ${health}  ${waiting.join('，')}\n  ${when.join('，')}`
}

const fieldNames: Readonly<Record<string, string>> = {
  name: '片名',
  alias: '又名',
  category: '分类',
  year: '年份',
  area: '地区',
  lang: '语言',
  genres: '类型',
  directors: '导演',
  actors: '演员',
  intro: '简介',
  remarks: '备注',
  state: '状态',
  total: '总集数',
}

/** `集数 12 → 13`, `年份 2025，源写 2024（手工改过）`. */
function fieldText({ field, ours, theirs, action }: FieldChange): string {
  const name = fieldNames[field] ?? field
  if (action === 'write') return `${name} ${ours === '' ? '（空）' : ours} → ${theirs}`
  const why = action === 'locked' ? '手工改过' : '用本站'
  return ours === '' ? `${name} 源写 ${theirs}（不覆盖）` : `${name} ${ours}，源写 ${theirs}（${why}）`
}

const lineText = ({ name, ours, theirs }: LineChange): string =>
  ours === 0 ? `新线路“${name}” ${theirs} 集` : `线路“${name}” ${ours} → ${theirs} 集`

/** What an example says besides the name. */
function exampleParts(example: RunExample): string[] {
  switch (example.kind) {
    case 'added':
      return [...(example.about === '' ? [] : [example.about]), ...example.lines.map(lineText)]
    case 'changed':
      return [...example.fields.map(fieldText), ...example.lines.map(lineText)]
    case 'doubtful':
      return example.ours === '' ? [] : [`本站有“${example.ours}”，源是“${example.theirs}”`]
    case 'unbound':
      return [example.category]
    case 'conflict':
      return example.fields.map(fieldText)
  }
}

const kindNames = {
  added: '新增',
  changed: '更新',
  doubtful: '待确认',
  unbound: '分类没绑定',
  conflict: '无法撤销',
} as const

/** What a run did or would do, with examples. */
export function reportLines(run: RunRow): string[] {
  const lines = [runLine(run)]
  for (const kind of ['doubtful', 'conflict', 'unbound', 'changed', 'added'] as const) {
    const examples = run.examples.filter((example: RunExample) => example.kind === kind)
    if (examples.length === 0) continue
    lines.push(`${kindNames[kind]}，例如：`)
    for (const example of examples) {
      const id = example.titleId === null ? '' : `（编号 ${example.titleId}）`
      const shown = exampleParts(example)
      lines.push(`  ${example.name}${id}${shown.length === 0 ? '' : `  ${shown.join('；')}`}`)
    }
  }
  return lines
}

/** Why a doubtful title may be one of ours, in the words of its evidence. */
function evidenceText({ year, people, area, kind }: ListedDoubt['candidates'][number]['evidence']): string {
  const reasons = [
    year === 0 ? '年份不全' : year < 0 ? '年份差得多' : year < 25 ? '年份差一年' : '同年',
    people > 0 ? '有相同的人' : people < 0 ? '人员不同' : '没有人员可比',
    ...(area < 0 ? ['地区不同'] : []),
    ...(kind < 0 ? ['类别不同'] : []),
  ]
  return reasons.join('，')
}

export function doubtText({ id, sourceName, vod, candidates, titles }: ListedDoubt): string {
  const facts = [
    vod.typeName,
    vod.year > 0 ? String(vod.year) : '',
    vod.area,
    vod.directors.slice(0, 2).join(' '),
    vod.actors.slice(0, 3).join(' '),
  ]
  const lines = [`${id}  ${vod.name}  ${facts.filter((fact) => fact !== '').join(' · ')}（${sourceName}）`]
  for (const title of titles) {
    const candidate = candidates.find((each) => each.id === title.id)
    const own = [
      title.category,
      title.year > 0 ? String(title.year) : '',
      title.area,
      title.directors.slice(0, 2).join(' '),
      title.actors.slice(0, 3).join(' '),
    ]
    const reasons = candidate ? `  ${candidate.score} 分：${evidenceText(candidate.evidence)}` : ''
    lines.push(`    可能是 ${title.id} ${title.name}  ${own.filter((fact) => fact !== '').join(' · ')}${reasons}`)
  }
  return lines.join('\n')
}
