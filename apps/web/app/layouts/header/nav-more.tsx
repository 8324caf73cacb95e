import { useId, useLayoutEffect, type RefObject } from 'react'
import type { NavNode } from '../../domains/site/nav-tree.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useDropdown } from '../../ui/behaviour/use-dropdown.ts'
import { Link } from '../../ui/link.tsx'
import { shellTexts } from '../shell-texts.ts'
import styles from './header.module.css'
import { useFittingCount } from './use-fitting-count.ts'

interface NavMoreProps {
  /** The list whose last child this is. */
  list: RefObject<HTMLElement | null>
  /** All entries of the navigation. */
  nodes: readonly NavNode[]
  current: NavNode | undefined
  /** Receives how many entries fit beside it. */
  onFit: (count: number) => void
}

/**
 * The entries of the navigation that do not fit, which it finds out. Without any it only keeps its width, by which that is
 * measured.
 */
export default function NavMore({ list, nodes: all, current: shown, onFit }: NavMoreProps) {
  const count = useFittingCount(list, all.map(({ label }) => label).join())
  useLayoutEffect(() => {
    if (count !== null) onFit(count)
  }, [onFit, count])
  const nodes = all.slice(count ?? all.length)
  const current = shown && nodes.includes(shown) ? shown : undefined
  const texts = useTexts(shellTexts)
  const { isOpen, toggle, close, box } = useDropdown()
  const panelId = useId()
  return (
    <li data-moved={nodes.length === 0 || undefined}>
      <div {...box} className={styles.entry}>
        <button
          type="button"
          className={styles.word}
          aria-current={current ? 'true' : undefined}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={toggle}
        >
          {texts.more}
        </button>
        {isOpen && (
          <ul id={panelId} className={styles.panel} data-more>
            {nodes.map((node) => (
              <li key={node.key}>
                {node.isOutside ? (
                  <a href={node.to} target="_blank" rel="noopener" onClick={close}>
                    {node.label}
                  </a>
                ) : (
                  <Link to={node.to} aria-current={node === current ? 'page' : undefined} onClick={close}>
                    {node.label}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
