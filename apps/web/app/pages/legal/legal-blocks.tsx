import type { LegalBlock, LegalList, LegalRun, Script } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { useScript } from '../../lib/site/preferences.tsx'
import styles from './legal-blocks.module.css'

/** The parts of a text, as elements. Its places never change, so that they are the keys. */
export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: LegalBlock }) {
  switch (block.is) {
    case 'heading': {
      const Heading = block.level <= 2 ? 'h2' : block.level === 3 ? 'h3' : 'h4'
      return <Heading>{runsOf(block.runs)}</Heading>
    }
    case 'paragraph':
      return <p>{runsOf(block.runs)}</p>
    case 'quote':
      return <blockquote>{runsOf(block.runs)}</blockquote>
    case 'list':
      return (
        <List
          start={block.start}
          items={block.items.map(({ runs, inner }) => (
            <>
              {runsOf(runs)}
              {inner && <InnerList {...inner} />}
            </>
          ))}
        />
      )
    case 'table':
      return <Table {...block} />
    case 'rule':
      return <hr />
  }
}

function List({ start, items }: { start: number | null; items: readonly ReactNode[] }) {
  const lines = items.map((item, at) => <li key={at}>{item}</li>)
  return start === null ? <ul>{lines}</ul> : <ol start={start}>{lines}</ol>
}

const InnerList = ({ start, items }: LegalList) => <List start={start} items={items.map(runsOf)} />

/** On narrow screens rows become cards, with the column's name before each value. */
function Table({ head, rows }: Pick<Extract<LegalBlock, { is: 'table' }>, 'head' | 'rows'>) {
  const names = head.map((runs) => runs.map(({ text }) => text).join(''))
  return (
    <table>
      <thead>
        <tr>
          {head.map((runs, at) => (
            <th key={at} scope="col">
              {runsOf(runs)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((runs, at) => (
              <td key={at} data-name={names[at]}>
                {runsOf(runs)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const runsOf = (runs: readonly LegalRun[]): ReactNode => runs.map((run, at) => <Run key={at} {...run} />)

/** Traditional texts quote with corner brackets, as the interface does. */
const quotedIn = (script: Script, text: string): string =>
  script === 't' ? text.replaceAll('“', '「').replaceAll('”', '」') : text

function Run({ text, href, mark: Mark }: LegalRun) {
  const words = quotedIn(useScript(), text)
  const marked = Mark === undefined ? words : <Mark>{words}</Mark>
  return href === undefined ? marked : <a href={href}>{marked}</a>
}
