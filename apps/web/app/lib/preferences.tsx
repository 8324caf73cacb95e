import type { Script, Theme } from '@yunmu/contract'
import { createContext, use, useState, type ReactNode } from 'react'
import { createStore, useStore, type StoreApi } from 'zustand'
import { writeCookie, writeStored } from './storage.ts'

interface Preferences {
  script: Script
  theme: Theme
  toggleScript: () => void
  toggleTheme: () => void
}

/** The reader's choices, begun with what the server rendered for; kept in local storage and mirrored in cookies. */
function createPreferences(initial: { script: Script; theme: Theme }): StoreApi<Preferences> {
  return createStore<Preferences>()((set, get) => {
    const choose = (name: 'lang' | 'theme', value: string): void => {
      writeStored(name === 'lang' ? 'language' : name, value)
      writeCookie(name, value)
    }
    return {
      ...initial,
      toggleScript: () => {
        const script = get().script === 's' ? 't' : 's'
        choose('lang', script)
        set({ script })
      },
      toggleTheme: () => {
        const theme = get().theme === 'b' ? 'w' : 'b'
        choose('theme', theme)
        set({ theme })
      },
    }
  })
}

const PreferencesContext = createContext<StoreApi<Preferences> | null>(null)

export function PreferencesProvider({
  script,
  theme,
  children,
}: {
  script: Script
  theme: Theme
  children: ReactNode
}) {
  const [store] = useState(() => createPreferences({ script, theme }))
  return <PreferencesContext value={store}>{children}</PreferencesContext>
}

/** One value of the reader's choices; the component draws again when it changes. */
export function usePreference<Value>(select: (preferences: Preferences) => Value): Value {
  const store = use(PreferencesContext)
  if (!store) throw new Error('usePreference needs a PreferencesProvider above')
  return useStore(store, select)
}

export const useScript = (): Script => usePreference(({ script }) => script)
