"""Many tables as a service: people, roles and bankrolls, commands in, what happened out."""
