import type { TitleList } from '@yunmu/contract'
import { laterListId } from '@yunmu/contract/constants'
import { use } from 'react'
import { CallCacheContext, callKey, perform, useCall } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import styles from './list-picker.module.css'
import { ListNameForm } from './list-name-form.tsx'
import { listTexts } from './list-texts.ts'

/** The own lists as checkboxes: those that contain the title are checked. A new list can be made. */
export function ListPicker({ titleId }: { titleId: number }) {
  const texts = useTexts(listTexts)
  const script = useScript()
  const isIn = useSignedIn()
  const cache = use(CallCacheContext)
  const { data, isError, refetch } = useCall('userLists', { title: titleId }, { enabled: isIn })
  const reload = (): void => {
    cache?.invalidate('userLists ')
    cache?.invalidate('vodWatchRecord ')
  }
  const toggle = async ({ id, has }: TitleList): Promise<void> => {
    // Checked at once; the reply to the next call corrects it if the change was refused.
    const list = data?.list.map((one) => (one.id === id ? { ...one, has: !has } : one)) ?? []
    cache?.set(callKey('userLists', { title: titleId }, script), { list })
    if (has) await perform('userListRemove', { list: id, ids: [titleId] }, script)
    else await perform('userListAdd', { list: id, id: titleId }, script)
    reload()
  }
  const create = async (name: string): Promise<boolean> => {
    const made = await perform('userListCreate', { name }, script)
    if (made) await perform('userListAdd', { list: made.id, id: titleId }, script)
    reload()
    return made !== null
  }
  if (isError && !data) return <LoadError retry={refetch} />
  return (
    <>
      {data ? (
        <ul className={styles.lists}>
          {data.list.map((list) => (
            <li key={list.id}>
              <Checkbox checked={list.has} onChange={() => void toggle(list)}>
                <span className={styles.name}>{list.id === laterListId ? texts.later : list.name}</span>
                <span className={styles.count}>{texts.count(list.count)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      ) : (
        <p role="status" className={styles.loading}>
          {texts.loading}
        </p>
      )}
      <ListNameForm label={texts.newList} submitLabel={texts.create} submit={create} />
    </>
  )
}
