import { lazy, Suspense, useId } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { useDropdown } from '../../ui/behaviour/use-dropdown.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './header.module.css'
import { SideEntries } from '../extras/side-entries.tsx'
import { shellTexts } from '../shell-texts.ts'

const HistoryPanel = lazy(() => import('./history-panel.tsx'))

/** Recently watched titles or display settings, under an icon of the header. */
export function HeaderMenu({ kind }: { kind: 'history' | 'choices' }) {
  const texts = useTexts(shellTexts)
  const { isOpen, toggle, close, box } = useDropdown()
  const panelId = useId()
  const label = kind === 'history' ? texts.history : texts.readerChoices
  return (
    <div {...box} className={styles.tool} data-kind={kind}>
      <button
        type="button"
        className={styles.toolButton}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      >
        <Icon name={kind === 'history' ? 'clock' : 'sun'} />
      </button>
      {isOpen && (
        <div id={panelId} className={classNames(styles.panel, styles.toolPanel)}>
          {kind === 'history' ? (
            <Suspense>
              <HistoryPanel close={close} />
            </Suspense>
          ) : (
            <SideEntries variant="menu" close={close} />
          )}
        </div>
      )}
    </div>
  )
}
