import type { Proposal } from '../domains/operations/index.ts'
import { cutToWidth, widthOf } from './import-report.ts'

const padded = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)))
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD')
const maxEpisodeColumns = 28

/** A proposal as lines for a terminal: its titles, and below each what its files become. */
export function proposalLines({ files, categories }: Proposal, columns: number): string[] {
  const titles = Map.groupBy(files, ({ titleName, typeId }) => `${titleName}\n${typeId}`)
  const lines = [...titles.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const year = group.find(({ name }) => name.year !== null)?.name.year
    const facts = [categories.get(first.typeId) ?? '', ...(year ? [String(year)] : []), ...counts(group)]
    const labels = group.map(({ episodeName, source }) =>
      printable(source === '本站' ? episodeName : `${episodeName}（${source}）`),
    )
    const width = Math.min(maxEpisodeColumns, Math.max(...labels.map(widthOf)))
    return [
      `${printable(first.titleName)}（${facts.join('，')}）`,
      ...group.map(({ file }, at) =>
        cutToWidth(`  ${padded(cutToWidth(labels[at] ?? '', width), width)}  ${printable(file)}`, columns),
      ),
    ]
  })
  return [...lines, `共 ${titles.size} 部，${files.length} 个文件。还没有导入。`]
}

function counts(group: Proposal['files']): string[] {
  const extras = group.filter(({ name }) => name.kind === 'extra' || name.kind === 'trailer').length
  const episodes = group.length - extras
  return [...(episodes > 1 ? [`${episodes} 个文件`] : []), ...(extras > 0 ? [`${extras} 个花絮和预告`] : [])]
}
