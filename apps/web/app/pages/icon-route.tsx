import { redirect } from 'react-router'
import icon from '../ui/icons/site-icon.svg'

/** For programs that request `/favicon.ico` without reading the page: the icon's URL contains its content hash. */
export function loader() {
  return redirect(icon)
}
