import { lazy } from 'react'
import { SearchField } from '../domains/search/search-field.tsx'

const SearchBox = lazy(() =>
  import('../domains/search/search-box.tsx').then(({ SearchBox: Box }) => ({ default: Box })),
)

/** The search field of the header. What makes more than a form of it is loaded when somebody looks for something. */
export default function HeaderField() {
  return <SearchField look="header" Box={SearchBox} />
}
