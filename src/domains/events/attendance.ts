/** Numbers of attendees of an event. */
export interface Attendance {
  totalAttendees: number;
  checkedIn: number;
  notCheckedIn: number;
}

/** True if the user may manage attendees, read attendance, and see events that are hidden from listings. `can` checks a capability of the user. */
export function canManageAttendees(can: (capability: string) => boolean): boolean {
  return can('edit_users') || can('tribe_manage_attendees');
}
