import { lazy } from 'react'
import { SearchField } from './search-field.tsx'

const SearchPanel = lazy(() => import('./search-panel.tsx').then(({ SearchPanel: Panel }) => ({ default: Panel })))

/** The search field of the header. Its panel is loaded when somebody looks for something. */
export function HeaderSearch() {
  return <SearchField look="header" Panel={SearchPanel} />
}
