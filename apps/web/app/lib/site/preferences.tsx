import type { Script, Theme } from '@yunmu/contract'
import { themeValues } from '@yunmu/contract/constants'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { createStore, useStore, type StoreApi } from 'zustand'
import { readStored, writeCookie, writeStored } from '../storage.ts'

interface Preferences {
  script: Script
  theme: Theme
  toggleScript: () => void
  toggleTheme: () => void
}

/** Removes `lang` from the address: on reload it would override the newer choice. */
function removeScriptFromAddress(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('lang')) return
  url.searchParams.delete('lang')
  history.replaceState(history.state, '', url)
}

/** The viewer's choices, initially as the server rendered them; stored in local storage and mirrored in cookies. */
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
        removeScriptFromAddress()
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

/** A separate context: hundreds of components read the script and need no store subscription. */
const ScriptContext = createContext<Script>('s')

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
  useEffect(() => {
    // The boot script has already applied the theme; without cookies the server did not know it.
    const storedTheme = themeValues.find((value) => value === readStored('theme'))
    if (storedTheme !== undefined) store.setState({ theme: storedTheme })
  }, [store])
  const chosen = useStore(store, (preferences) => preferences.script)
  return (
    <PreferencesContext value={store}>
      <ScriptContext value={chosen}>{children}</ScriptContext>
    </PreferencesContext>
  )
}

/** One of the viewer's choices; the component re-renders when it changes. */
export function usePreference<Value>(select: (preferences: Preferences) => Value): Value {
  const store = use(PreferencesContext)
  if (!store) throw new Error('usePreference() was used outside PreferencesProvider')
  return useStore(store, select)
}

export const useScript = (): Script => use(ScriptContext)
