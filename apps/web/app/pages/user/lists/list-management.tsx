import type { TitleList } from '@yunmu/contract'
import { laterListId } from '@yunmu/contract/constants'
import { useState } from 'react'
import { ListNameForm } from '../../../domains/library/list-name-form.tsx'
import { listTexts } from '../../../domains/library/list-texts.ts'
import { perform } from '../../../lib/calls/call-query.ts'
import { askToConfirm } from '../../../lib/shell/dialogs.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import styles from './list-management.module.css'
import { movedIds } from './list-order-rules.ts'

interface ListManagementProps {
  lists: readonly TitleList[]
  /** The chosen one. */
  listId: number
  choose: (id: number) => void
  reload: () => void
}

/** Makes lists; renames, moves and deletes the chosen one. */
export function ListManagement({ lists, listId, choose, reload }: ListManagementProps) {
  const texts = useTexts(listTexts)
  const script = useScript()
  const [form, setForm] = useState<'new' | 'rename' | null>(null)
  const own = lists.filter(({ id }) => id !== laterListId)
  const list = own.find(({ id }) => id === listId)
  const toggle = (wanted: 'new' | 'rename'): void => setForm(form === wanted ? null : wanted)
  const create = async (name: string): Promise<boolean> => {
    const made = await perform('userListCreate', { name }, script)
    reload()
    if (!made) return false
    choose(made.id)
    setForm(null)
    return true
  }
  const rename = async (name: string): Promise<boolean> => {
    const done = await perform('userListRename', { list: listId, name }, script)
    reload()
    if (done) setForm(null)
    return done !== null
  }
  const move = async (by: 1 | -1): Promise<void> => {
    const ids = own.map(({ id }) => id)
    await perform('userListOrder', { lists: movedIds(ids, listId, by) }, script)
    reload()
  }
  const remove = async ({ id, name }: TitleList): Promise<void> => {
    const question = { title: texts.deleteTitle(name), text: texts.deleteText, confirmLabel: texts.delete }
    if (!(await askToConfirm(question))) return
    if (await perform('userListDelete', { list: id }, script)) choose(laterListId)
    reload()
  }
  return (
    <div className={styles.management}>
      <div className={styles.ways}>
        <button type="button" aria-expanded={form === 'new'} onClick={() => toggle('new')}>
          {texts.newList}
        </button>
        {list && (
          <>
            <button type="button" aria-expanded={form === 'rename'} onClick={() => toggle('rename')}>
              {texts.rename}
            </button>
            <button type="button" disabled={own[0]?.id === listId} onClick={() => void move(-1)}>
              {texts.forward}
            </button>
            <button type="button" disabled={own.at(-1)?.id === listId} onClick={() => void move(1)}>
              {texts.back}
            </button>
            <button type="button" onClick={() => void remove(list)}>
              {texts.delete}
            </button>
          </>
        )}
      </div>
      {form === 'new' && <ListNameForm key="new" label={texts.newList} submitLabel={texts.create} submit={create} />}
      {form === 'rename' && list && (
        <ListNameForm key={list.id} label={texts.rename} submitLabel={texts.save} initial={list.name} submit={rename} />
      )}
    </div>
  )
}
