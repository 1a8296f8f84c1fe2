import { Navigate, useParams } from 'react-router-dom'

/** `/r/{code}`: the code at the door of a room opens the report of a fault there, or offers to follow the open order (90 B 2). */
export function RoomTarget() {
  const { code = '' } = useParams()
  return <Navigate replace to={`/workflow/maintenance/internalMaintenance?room=${encodeURIComponent(code)}`} />
}
