"""Nobody judges the own case: whom somebody in office is tied to, told before and kept."""
